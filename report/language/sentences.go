package language

import "strings"

// japaneseSentences are the clauses that comparisons give as data, in English: what
// could not be compared, and why. See diff/notcompared.go.
//
//nolint:gochecknoglobals // a constant table.
var japaneseSentences = map[string]string{
	"defaults":                             "デフォルト値",
	"deprecation and stage of fields":      "フィールドの非推奨と安定度",
	"deprecation of versions":              "バージョンの非推奨",
	"enums":                                "値の列挙 (enum)",
	"fields of the objects":                "オブジェクトのフィールド",
	"list and map types":                   "リストとマップの型",
	"media types":                          "メディアタイプ",
	"preferred versions":                   "優先バージョン",
	"query parameters":                     "クエリパラメーター",
	"required fields":                      "必須フィールド",
	"scope":                                "スコープ",
	"singular, short names and categories": "単数形・短縮名・カテゴリー",
	"subresources":                         "サブリソース",
	"validations":                          "検証ルール",
	"verbs":                                "動詞",

	"neither side knows them":                                                                         "どちらの情報源にも含まれていません",
	"the new side does not know them":                                                                 "新しい側の情報源に含まれていません",
	"the old side does not know them":                                                                 "古い側の情報源に含まれていません",
	"the new side knows only some of them, so none is called removed":                                 "新しい側の情報源には一部しか含まれていないため、削除とは判定していません",
	"the old side knows only some of them, so none is called new":                                     "古い側の情報源には一部しか含まれていないため、追加とは判定していません",
	"the other side shows only what is served":                                                        "もう一方は提供されているものしか示しません",
	"one side shows what a server speaks, the other side's documents were made with every feature on": "一方はサーバーの実際の対応を示し、もう一方の文書は全機能を有効にして作られています",

	"the old side publishes no OpenAPI document of it": "古い側はその OpenAPI ドキュメントを公開していません",
	"the new side publishes no OpenAPI document of it": "新しい側はその OpenAPI ドキュメントを公開していません",

	// Values of changes.
	"a set":            "集合",
	"number or string": "数値または文字列",

	// Why a claim is not borne out: changelog/link/claims.go.
	"it is off by default":        "デフォルトで無効です",
	"off by default":              "デフォルトで無効です",
	"only the old side serves it": "古い側だけが提供しています",
	"neither side serves it":      "どちらの側も提供していません",
	"neither side serves it; a server shows only what is turned on": "どちらの側も提供していません（サーバーは有効なものしか示しません）",
	"the old side serves it already":                                "古い側がすでに提供しています",
	"the new side still serves it":                                  "新しい側がまだ提供しています",
	"the old side did not serve it":                                 "古い側は提供していませんでした",
	"neither side has a field of that name":                         "どちらの側にもその名前のフィールドがありません",
	"the new side still has it":                                     "新しい側にまだあります",

	"all groups but the core group": "コアグループ以外の全グループ",
	"the core group":                "コアグループ",

	"catalog": "カタログ",
	"cluster": "クラスター",
}

// Said is a clause that comes as data, in the language; one that is not known
// stays as it is.
func (w Words) Said(english string) string {
	if w.japanese {
		if text, known := japaneseSentences[english]; known {
			return text
		}
		if of, fields := strings.CutPrefix(english, "fields of "); fields {
			return of + " のフィールド"
		}
		if keys, mapped := strings.CutPrefix(english, "a map by "); mapped {
			return keys + " をキーとするマップ"
		}
		if what, adds := strings.CutPrefix(english, "adds "); adds {
			return what + " を追加"
		}
		if what, removes := strings.CutPrefix(english, "removes "); removes {
			return what + " を削除"
		}
	}
	return english
}
