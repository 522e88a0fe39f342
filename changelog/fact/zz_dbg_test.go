package fact
import ("testing";"fmt";"os";"strings")
func TestZZD(t *testing.T){ d:=everything(t)
 raw,_:=os.ReadFile("/tmp/dbg.txt")
 for _,x:=range strings.Split(string(raw),"\n====\n"){ f:=d.Of(x,nil); fmt.Printf("%s\n dep=%v %v rem=%v %v lock=%v %v\n gates=%v flags=%v metrics=%v gvs=%v kinds=%v fields=%v ren=%v grad=%v\n",x,f.Deprecates,f.DeprecatedNames,f.Removes,f.RemovedNames,f.Locked,f.LockedNames,f.Gates,f.Flags,f.Metrics,f.GroupVersions,f.APIKinds,f.Fields,f.Renames,f.Graduations)}}
