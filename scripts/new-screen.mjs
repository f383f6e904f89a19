// Asks what a new list screen is about and writes its declaration: src/resources/<name>.ts. With --name, --label and --field it asks nothing.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { at, root } from './lib/paths.mjs'
import { prepare } from './lib/prepare.mjs'

const { values } = parseArgs({
  options: {
    name: { type: 'string' },
    label: { type: 'string' },
    /** 代码:名称:种类, for each field; `!` behind it says that it is required. */
    field: { type: 'string', multiple: true },
    /** Where the file is put; the tests name another folder. */
    folder: { type: 'string', default: at('src', 'resources') },
  },
})

await prepare({ needsBuild: false })
const { runnerImport } = await import('vite')
const { kindFacts } = (await runnerImport(at('src', 'core', 'kinds.ts'), { root, configFile: false, logLevel: 'error' })).module
/** What staff fill in and a name is enough to declare. */
const KINDS = Object.keys(kindFacts).filter((kind) => kindFacts[kind].designed && !kindFacts[kind].needs)
/** Found by what one types: the first field's filter. */
const isTypedFor = (kind) => ['contains', 'starts', 'known'].includes(kindFacts[kind].match)
const NAME = /^[a-z][a-z0-9_]{1,40}$/

const say = (text) => process.stdout.write(`${text}\n`)

const parsed = (text) => {
  const [code = '', label = '', kind = 'text'] = text
    .replace(/[!！]$/, '')
    .split(/[:：]/)
    .map((part) => part.trim())
  if (!NAME.test(code)) throw new Error(`字段代码 '${code}' 须以小写字母开头，由小写字母、数字、下划线组成`)
  if (label === '') throw new Error(`字段 '${code}' 没有名称，写法是 代码:名称:种类`)
  if (!KINDS.includes(kind)) throw new Error(`没有种类 '${kind}'，可用：${KINDS.join(' ')}`)
  return { code, label, kind, isRequired: /[!！]$/.test(text) }
}

const quoted = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const sourceOf = (name, label, fields) => {
  const [first] = fields
  const column = ({ code, label: title, kind, isRequired }, index) =>
    `    ${code}: { label: ${quoted(title)}${kind === 'text' ? '' : `, is: '${kind}'`}${isRequired ? ', required: true' : ''}${index === 0 && isTypedFor(kind) ? ', filter: true' : ''} },`
  return `import { defineResource } from '../core/resource.ts'

export default defineResource({
  name: '${name}',
  label: ${quoted(label)},
  path: '/${name}/${name}List',
  menu: { order: 190 },
  access: null,
  key: '${name}_id',
  title: '${first.code}',
  columns: {
    ${name}_id: { label: '编号', is: 'int', list: 'never' },
${fields.map(column).join('\n')}
  },
  form: [${fields.map(({ code }) => `'${code}'`).join(', ')}],
})
`
}

const answers = async () => {
  if (values.name && values.label && values.field) return { name: values.name, label: values.label, fields: values.field }
  const ask = createInterface({ input: process.stdin, output: process.stdout })
  const name = values.name ?? (await ask.question('代码（接口与表的名称，如 vehicle）：'))
  const label = values.label ?? (await ask.question('页面名称（如 车辆登记）：'))
  const fields = values.field ?? []
  say(`字段，一行一个，写作 代码:名称:种类，必填的在末尾加 !，空行结束。种类：${KINDS.join(' ')}`)
  for (let line = await ask.question('字段：'); line.trim() !== ''; line = await ask.question('字段：')) fields.push(line)
  ask.close()
  return { name, label, fields }
}

try {
  const { name, label, fields } = await answers()
  if (!NAME.test(name)) throw new Error(`代码 '${name}' 须以小写字母开头，由小写字母、数字、下划线组成`)
  if (label.trim() === '') throw new Error('页面名称必填')
  if (fields.length === 0) throw new Error('至少要有一个字段')
  const file = join(values.folder, `${name}.ts`)
  if (existsSync(file)) throw new Error(`${file} 已经有了，请换一个代码`)
  writeFileSync(file, sourceOf(name, label.trim(), fields.map(parsed)))
  say(`已写 ${file}。运行 npm run dev，刷新页面就能看到“${label.trim()}”；其余的词见 docs/declaring.md`)
} catch (error) {
  say(error.message)
  process.exitCode = 1
}
