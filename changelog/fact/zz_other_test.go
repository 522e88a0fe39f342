package fact
import ("testing";"fmt";"os";"strings";"path/filepath";"github.com/go-json-experiment/json";"github.com/kubedelta/kubedelta/fixtures/data";"sort")
func TestZZOther(t *testing.T){
 d:=everything(t); seen:=map[string]bool{}
 norm:=func(s string) string { return strings.Trim(strings.Join(strings.Fields(s)," "),"\"' ") }
 for _,rel:=range finals(t){ if rel>="1.19"&&rel<"1.36.9"{ for _,n:=range notesOf(t,rel){ seen[norm(n.Text)]=true } } }
 heldFile, _ := os.ReadFile("/tmp/names_held.txt")
 held := map[string]bool{}
 for _,l:=range strings.Split(string(heldFile),"\n"){ if i:=strings.Index(l,"#"); strings.HasPrefix(l,"=== ")&&i>0 { held[l[i+1:]]=true } }
 files,_:=filepath.Glob(filepath.Join(data.Root(t),"release-notes","json","*.json")); sort.Strings(files)
 var b strings.Builder
 for _,f:=range files { raw,_:=os.ReadFile(f); var m map[string]published; if json.Unmarshal(raw,&m)!=nil {continue}
  for _,n:=range m { k:=norm(n.Text); if seen[k]||held[fmt.Sprint(n.Number)]||n.Withheld {continue}; seen[k]=true
   x:=d.Of(n.Text,nil); if !x.Deprecates&&!x.Removes&&!x.Locked {continue}
   if len(x.Gates)+len(x.Flags)+len(x.Metrics)+len(x.GroupVersions)+len(x.APIKinds)+len(x.Fields)==0 {continue}
   if len(k)>600 {k=k[:600]+"…"}
   fmt.Fprintf(&b,"%s #%d %s\n   D%v R%v L%v\n",strings.TrimSuffix(filepath.Base(f),".json"),n.Number,k,x.DeprecatedNames,x.RemovedNames,x.LockedNames)
  }}
 os.WriteFile("/tmp/other.txt",[]byte(b.String()),0o644)
}
