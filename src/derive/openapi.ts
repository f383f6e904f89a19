import { errorTable } from '../core/errors.ts'
import { choicesIn, type Field, type FormSchema } from '../core/form.ts'

/** What /docs needs to know of a call. */
export interface DocumentedCall {
  path: string
  label: string
  group: string
  /** The permission codes of which one is enough; none where being logged in is. */
  codes: readonly string[]
  isPublic: boolean
  /** It needs the code of a one-time link. */
  isByLink: boolean
  isSigned: boolean
  takesFile: boolean
  params: FormSchema
  /** Where the picture of its records' life is, with the call that lists them; null where there is none. */
  picture: string | null
}

type Json = Record<string, unknown>

const describe = (field: Field): string => {
  const parts = [
    field.title,
    field.description,
    choicesIn(field)
      .map((choice) => `${choice.const} ${choice.title}`)
      .join('，'),
    'x-is' in field && field['x-is'] === 'fen' ? '单位：分' : '',
    'x-is' in field && field['x-is'] === 'datetime' ? '秒，或 YYYY-MM-DD HH:mm' : '',
    field['x-when'] ? `仅当 ${JSON.stringify(field['x-when'])}` : '',
    field['x-required'] ? `当 ${JSON.stringify(field['x-required'])} 时必填` : '',
  ]
  return parts.filter(Boolean).join('；')
}

const plain = (field: Field): Json => ({
  ...Object.fromEntries(Object.entries(field).filter(([key]) => !key.startsWith('x-') && key !== 'title' && key !== 'oneOf')),
  ...('oneOf' in field ? { enum: choicesIn(field).map((choice) => choice.const) } : {}),
  description: describe(field),
  ...(field.type === 'array' && 'properties' in field.items ? { items: plainRow(field.items.properties) } : {}),
  ...(field.type === 'array' && 'oneOf' in field.items
    ? { items: { type: 'integer', enum: choicesIn(field).map((choice) => choice.const) } }
    : {}),
})

const plainRow = (properties: Readonly<Record<string, Field>>): Json => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, plain(field)])),
})

const protocolFields = (call: DocumentedCall): Json => ({
  ...(call.isPublic ? {} : { token: { type: 'string', description: '登录所得的令牌' } }),
  ...(call.isSigned
    ? {
        stime: { type: 'integer', description: '当前时间，秒，与服务器相差不超过 600' },
        sign: { type: 'string', description: '签名，见页首说明' },
        request_id: { type: 'string', description: '可选：同一个编号的写操作只做一次' },
      }
    : {}),
  ...(call.takesFile ? { file: { type: 'string', format: 'binary', description: '文件，不参与签名' } } : {}),
})

const permission = ({ isPublic, isByLink, codes }: DocumentedCall): string => {
  if (isByLink) return '凭一次性链接的 code，无须登录。'
  if (isPublic) return '无须登录。'
  return codes.length > 0 ? `须有权限 ${codes.map((code) => `\`${code}\``).join(' 或 ')}。` : '登录即可。'
}

const operation = (call: DocumentedCall): Json => {
  const schema = {
    type: 'object',
    properties: { ...protocolFields(call), ...(plainRow(call.params.properties).properties as Json) },
    required: [...(call.isPublic ? [] : ['token']), ...(call.isSigned ? ['stime', 'sign'] : []), ...(call.params.required ?? [])],
  }
  const types = call.takesFile ? ['multipart/form-data'] : ['application/x-www-form-urlencoded', 'application/json']
  return {
    tags: [call.group],
    summary: call.label,
    description: `${permission(call)}${call.picture ? `\n\n![${call.group}的状态：方框是状态（圆角的到此为止），箭头是操作，点线的由系统做](${call.picture})` : ''}`,
    requestBody: { content: Object.fromEntries(types.map((type) => [type, { schema }])) },
    responses: {
      200: {
        description: '`{code, msg, data}`，code 为 200 表示成功',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Envelope' } } },
      },
    },
  }
}

const INTRODUCTION = `一切接口都是 POST；请求体为表单或 JSON，回答为 \`{code, msg, data}\`。

**签名**：去掉值为 null、undefined、NaN、false 的参数（'' 与 0 保留），对象与数组写成 JSON 文本，\`file\` 与 \`sign\` 不参与；按参数名的码元顺序排列，
以 \`名=值\` 用 \`&\` 连接；若设了 SIGN_KEY，末尾再加 \`&key=SIGN_KEY\`；取小写十六进制 MD5。例：参数 \`page=1&page_rows=20&stime=1700000000&token=abc\` 的签名用
\`printf 'page=1&page_rows=20&stime=1700000000&token=abc' | openssl md5\` 可算出。更多例子见 docs/protocol.md。

**从登录到读一页**（bash，粘贴即可运行；没有设 SIGN_KEY 时）：

\`\`\`bash
HOST=http://127.0.0.1:8080
TOKEN=$(curl -s $HOST/login -H 'content-type: application/json' \\
  -d "{\\"userName\\":\\"admin\\",\\"password\\":\\"$(printf '密码' | openssl md5 | sed 's/.* //')\\"}" | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
NOW=$(date +%s)
SIGN=$(printf "page=1&page_rows=20&stime=$NOW&token=$TOKEN" | openssl md5 | sed 's/.* //')
curl -s $HOST/api/flow/index -d page=1 -d page_rows=20 -d stime=$NOW -d token=$TOKEN -d sign=$SIGN
\`\`\`

**回答码**：${Object.entries(errorTable)
  .map(([code, row]) => `${code} ${row.when}`)
  .join('；')}。`

/** Gives the OpenAPI document of all calls: what /docs shows. Nothing in it is written by hand for one call. */
export const openapiOf = (calls: readonly DocumentedCall[]): Json => ({
  openapi: '3.0.3',
  info: { title: '安居 anju 接口', version: '1', description: INTRODUCTION },
  tags: [...new Set(calls.map((call) => call.group))].map((name) => ({ name })),
  paths: Object.fromEntries(calls.map((call) => [call.path, { post: operation(call) }])),
  components: {
    schemas: {
      Envelope: {
        type: 'object',
        properties: { code: { type: 'integer' }, msg: { type: 'string' }, data: { description: '各接口不同' } },
        required: ['code', 'msg', 'data'],
      },
    },
  },
})
