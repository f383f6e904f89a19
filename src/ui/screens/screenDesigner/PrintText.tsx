import { MAX_PRINT_TEXT } from '../../../core/prints.ts'
import type { Resource } from '../../../core/resource.ts'
import { completedAmong, resourceNamed, resources } from '../../../declared/declared.ts'
import { listsOnPaper } from '../../../declared/referring.ts'
import { keptText, putPrintText, shownText, textFields } from '../../../derive/designer/print.ts'
import { firstTable, type TextList, textLists } from '../../../derive/designer/printTables.ts'
import { headingOf, printedParts } from '../../../derive/prints.ts'
import { said, t } from '../../../providers/i18nProvider.ts'
import { FieldText } from '../../look/FieldText.tsx'
import { Paper } from '../../look/Paper.tsx'
import { sampleRows } from './sample.ts'
import type { Design } from './useDraft.ts'

/** How the paper will read, of a record that is made up. */
const Sample = ({ design, name }: { design: Design; name: string }) => {
  const print = design.made.prints?.[name]
  if (!print) return null
  if (design.problems.length > 0) return <p className="panel-lead">{t`改好错误，这里就会显示打印的样子。`}</p>
  const resource = completedAmong(design.made)
  const [row = {}] = sampleRows(resource)
  const parts = printedParts(resource, print, row, (table) => {
    // What is typed now may name a list that is not there; that is said in a moment.
    const list = resources.find(({ name }) => name === table.resource)
    return list ? { resource: list, rows: sampleRows(list).slice(0, 2) } : null
  })
  return <Paper parts={[{ is: 'title', text: headingOf(print) }, ...parts]} />
}

/** The lists in the record's detail, of which the text can have tables. */
const listsOf = ({ name, has = [] }: Resource): TextList[] => {
  const known = new Set(resources.map((resource) => resource.name))
  const lists = listsOnPaper({ name, related: has }).filter(({ resource }) => known.has(resource))
  return textLists(lists.map((list) => ({ ...list, resource: resourceNamed(list.resource) })))
}

/** The text of one paper, its fields by what they are called, and how it will read. */
export const PrintText = ({ design, name }: { design: Design; name: string }) => {
  const { made, put, problems } = design
  const print = made.prints?.[name]
  if (!print) return null
  const lists = listsOf(made)
  return (
    <div className="designer-text">
      <p className="panel-lead">
        {t`“# ”开头的行是标题，“## ”开头的是小节；花括号里是字段，点下面的字段插入。图片单独占一行。“表”是详情里的列表，也单独占一行，“列（合计）”在末行合计。编号、打印日期、打印人、页码由系统印上。`}
      </p>
      <FieldText
        label={t`打印的正文`}
        fields={[
          ...textFields(made).map((field) => ({ word: field.said, said: said(field.said) })),
          ...lists.map((list) => ({ word: firstTable(list), said: t`表：${list.said}` })),
        ]}
        text={shownText(made, print.text, lists)}
        maxLength={MAX_PRINT_TEXT}
        isWrong={problems.some(({ at }) => at === `prints.${name}.text`)}
        onType={(text) => put(putPrintText(made, name, keptText(made, text, lists)))}
      />
      <Sample design={design} name={name} />
    </div>
  )
}
