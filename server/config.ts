import { resolve } from 'node:path'
import { anyText, int, listOf, oneOf, proxies, type Setting, s3Address, setting } from './envReaders.ts'
import { storeSettings } from './storeSettings.ts'
import { traceSettings } from './traceSettings.ts'

/** Every setting there is: name, default, meaning, what is allowed. The help text and the errors are read off this table. */
export const settings = {
  port: setting({
    env: 'PORT',
    fallback: 8080,
    meaning: '网页与接口监听的端口',
    allowed: '0–65535 的整数（0 表示任选空闲端口）',
    read: int(0, 65535),
  }),
  host: setting({
    env: 'HOST',
    fallback: '127.0.0.1',
    meaning: '监听的地址；要让其他电脑访问，设为 0.0.0.0',
    allowed: '主机名或 IP 地址，不带端口和空格',
    read: (text) => (/^[\w.:-]+$/.test(text) && !/^[\w.-]+:\d+$/.test(text) ? text : undefined),
  }),
  dataDir: setting({
    env: 'DATA_DIR',
    fallback: (isRoot) => (isRoot ? '/var/lib/anju' : resolve('data')),
    fallbackText: './data；以 root 运行时 /var/lib/anju',
    meaning: '数据目录：内置数据库与上传的文件',
    allowed: '目录路径',
    read: (text) => (text.includes('\0') ? undefined : resolve(text)),
  }),
  ...storeSettings,
  ...traceSettings,
  adminPassword: setting<string | null>({
    env: 'ADMIN_PASSWORD',
    fallback: null,
    fallbackText: '无，首次启动时随机生成并打印一次',
    meaning: '首次启动时管理员 admin 的密码，之后不再读取',
    allowed: '至少 6 位，不含空格',
    read: (text) => (/^\S{6,}$/.test(text) ? text : undefined),
    isSecret: true,
  }),
  sampleData: setting<'small' | 'none' | 'large'>({
    env: 'SAMPLE_DATA',
    fallback: 'small',
    meaning: '数据库为空时写入的示例数据',
    allowed: 'small、none 或 large',
    read: oneOf('small', 'none', 'large'),
  }),
  backupDir: setting<string | null>({
    env: 'BACKUP_DIR',
    fallback: null,
    fallbackText: '无，以“设置 › 数据安全”为准',
    meaning: '备份目录，最好在另一块磁盘上：每分钟归档、每晚备份并演练恢复（内置数据库）',
    allowed: '目录路径',
    read: (text) => (text.includes('\0') ? undefined : resolve(text)),
  }),
  backupKeep: setting<number | null>({
    env: 'BACKUP_KEEP',
    fallback: null,
    fallbackText: '“设置 › 数据安全”里的，那里缺省 7',
    meaning: '保留最近几份备份',
    allowed: '1–365 的整数',
    read: int(1, 365),
  }),
  backupPassphrase: setting({
    env: 'BACKUP_PASSPHRASE',
    fallback: '',
    fallbackText: '空，用“设置 › 数据安全”里的；都没有时密钥不进备份',
    meaning: '封存备份、归档里的密钥的口令，恢复时也要它；请写在纸上，与备份分开保管',
    allowed: '至少 12 位',
    read: (text) => (text === '' || text.length >= 12 ? text : undefined),
    isSecret: true,
  }),
  filesS3: setting<string | null>({
    env: 'FILES_S3',
    fallback: null,
    fallbackText: '无，在 DATA_DIR/files 里',
    meaning: '图片、附件、单据、导出与导入的文件放在哪个 S3 存储桶；节点不共用目录时要它',
    allowed: 's3://存储桶 或 s3://存储桶/前缀',
    read: (text) => (s3Address(text) ? text : undefined),
  }),
  filesIn: setting<'s3' | 'folder'>({
    env: 'FILES_IN',
    fallback: 's3',
    meaning: '设了 FILES_S3 时，新的文件写到哪里；没有的到另一处去读，所以可以一边用一边搬（npm run files）',
    allowed: 's3 或 folder',
    read: oneOf('s3', 'folder'),
  }),
  s3Endpoint: setting<string | null>({
    env: 'S3_ENDPOINT',
    fallback: null,
    fallbackText: '无',
    meaning: 'S3 的地址，不带存储桶；内网的或不加密的主机须写进 OUTBOUND_HOSTS',
    allowed: 'https://主机，如 https://oss-cn-shanghai.aliyuncs.com',
    read: (text) => (/^https?:\/\/[^\s/?#@]+\/?$/.test(text) ? text : undefined),
  }),
  s3Region: setting({
    env: 'S3_REGION',
    fallback: 'auto',
    meaning: 'S3 的区域',
    allowed: '字母、数字、-',
    read: (text) => (/^[\w-]+$/.test(text) ? text : undefined),
  }),
  s3AccessKey: setting({
    env: 'S3_ACCESS_KEY',
    fallback: '',
    fallbackText: '无',
    meaning: 'S3 的访问密钥 ID',
    allowed: '任意文本',
    read: anyText,
    isSecret: true,
  }),
  s3Secret: setting({
    env: 'S3_SECRET',
    fallback: '',
    fallbackText: '无',
    meaning: 'S3 的访问密钥',
    allowed: '任意文本',
    read: anyText,
    isSecret: true,
  }),
  signKey: setting({
    env: 'SIGN_KEY',
    fallback: '',
    fallbackText: '空，不追加',
    meaning: '接口签名的密钥，追加在签名串末尾',
    allowed: '任意文本',
    read: anyText,
    isSecret: true,
  }),
  secretKey: setting({
    env: 'SECRET_KEY',
    fallback: '',
    fallbackText: '空，用 DATA_DIR 下自动生成的 secret.key',
    meaning: '封存手机号、身份证号、银行账号与已保存的密钥（网签等）的口令；多个节点不共用 DATA_DIR 时必须一致',
    allowed: '任意文本',
    read: anyText,
    isSecret: true,
  }),
  newSecretKey: setting({
    env: 'NEW_SECRET_KEY',
    fallback: '',
    fallbackText: '空；密钥在 secret.key 里时由程序新造',
    meaning: '更换密钥（npm start -- --rotate-key）时的新口令，平时不读取',
    allowed: '任意文本',
    read: anyText,
    isSecret: true,
  }),
  tokenDays: setting({
    env: 'TOKEN_DAYS',
    fallback: 1,
    meaning: '登录保持的天数',
    allowed: '1–365 的整数',
    read: int(1, 365),
  }),
  brokerAuthToken: setting({
    env: 'BROKER_AUTH_TOKEN',
    fallback: '',
    fallbackText: '空',
    meaning: '经纪人平台接口的令牌',
    allowed: '任意文本',
    read: anyText,
    isSecret: true,
  }),
  logLevel: setting<'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'>({
    env: 'LOG_LEVEL',
    fallback: 'info',
    meaning: '日志级别',
    allowed: 'fatal、error、warn、info、debug、trace 或 silent',
    read: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  }),
  poolSize: setting({
    env: 'POOL_SIZE',
    fallback: 10,
    meaning: '每个节点的数据库连接数，其中文字查找至多用四成、统计至多两成（内置数据库共 60 个连接）',
    allowed: '2–50 的整数',
    read: int(2, 50),
  }),
  uploadMaxMb: setting({
    env: 'UPLOAD_MAX_MB',
    fallback: 20,
    meaning: '单个上传文件的上限，单位 MB',
    allowed: '1–1024 的整数',
    read: int(1, 1024),
  }),
  jobsAtOnce: setting({
    env: 'JOBS_AT_ONCE',
    fallback: 1,
    meaning: '每个节点同时执行的导出、导入数，每个另占一个数据库连接；0 表示都留给其他节点',
    allowed: '0–8 的整数',
    read: int(0, 8),
  }),
  dueJobs: setting<'on' | 'off'>({
    env: 'DUE_JOBS',
    fallback: 'on',
    meaning: '定时任务：off 表示这个节点一个也不做（不发短信、不出账单、不备份），用来看恢复出来的、复制来的数据',
    allowed: 'on 或 off',
    read: oneOf('on', 'off'),
  }),
  exportDays: setting({
    env: 'EXPORT_DAYS',
    fallback: 7,
    meaning: '导出的文件与下载记录保留的天数',
    allowed: '1–365 的整数',
    read: int(1, 365),
  }),
  jobDays: setting({
    env: 'JOB_DAYS',
    fallback: 30,
    meaning: '系统自己的后台任务（提醒、清理等）的执行记录保留的天数',
    allowed: '1–365 的整数',
    read: int(1, 365),
  }),
  trustProxy: setting<false | number | readonly string[]>({
    env: 'TRUST_PROXY',
    fallback: false,
    fallbackText: 'off',
    meaning: '前面的反向代理有几层，或它们的地址；来访地址（登录限次按它计算）只从它们写的 X-Forwarded-For 中取',
    allowed: 'off、1–9 的层数，或以逗号分隔的 IP 地址、网段（10.0.0.0/8）',
    read: proxies,
  }),
  outboundHosts: setting<readonly string[]>({
    env: 'OUTBOUND_HOSTS',
    fallback: [],
    fallbackText: '无：只连公网上的 https 地址',
    meaning: '可以连的内网或不加密的外部接口（网签等），主机名或 主机名:端口',
    allowed: '以逗号分隔的主机名、IP 地址，可带端口',
    read: (text) => {
      const hosts = listOf(text)
      return hosts.every((host) => /^(\[[0-9a-f:]+\]|[\w.-]+)(:\d{1,5})?$/i.test(host))
        ? hosts.map((host) => host.toLowerCase())
        : undefined
    },
  }),
  apiDocs: setting<'staff' | 'open' | 'off'>({
    env: 'API_DOCS',
    fallback: 'staff',
    meaning: '接口文档页面 /docs 给谁看：staff 为登录的人，open 为任何人，off 不提供',
    allowed: 'staff、open 或 off（以前的 on 即 staff）',
    read: (text) => (text.toLowerCase() === 'on' ? 'staff' : oneOf('staff', 'open', 'off')(text)),
  }),
}

type Settings = typeof settings
type ValueOf<S> = S extends Setting<infer T> ? T : never

/** The complete, frozen settings: the only form the rest of the server sees. */
export type Config = { readonly [K in keyof Settings]: ValueOf<Settings[K]> }

/** Thrown by `readConfig`; its message lists every bad setting, one a line, ready to print. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const runsAsRoot = () => process.getuid?.() === 0

/** Reads all settings from the environment. Throws one ConfigError that names every bad one. */
export function readConfig(env: Record<string, string | undefined>, isRoot = runsAsRoot()): Config {
  const errors: string[] = []
  const values = Object.entries<Setting<unknown>>(settings).map(([key, declared]) => {
    // An empty variable counts as missing: docker compose and .env files write `NAME=` for 'not set'.
    const text = env[declared.env]?.trim() ?? ''
    if (text === '') return [key, fallbackOf(declared, isRoot)]
    const value = declared.read(text)
    if (value === undefined)
      errors.push(`  ${declared.env}：${declared.isSecret ? '现值不合要求（不显示）' : `现值是“${text}”`}，允许：${declared.allowed}`)
    return [key, value]
  })
  if (env.DATABASE_DIRECT_URL?.trim() && !env.DATABASE_URL?.trim())
    errors.push('  DATABASE_DIRECT_URL：只与 DATABASE_URL（连接池的地址）一起设；直接连到外部的 PostgreSQL，设 DATABASE_URL 就够了')
  if (env.DATABASE_READ_URLS?.trim() && !env.DATABASE_URL?.trim())
    errors.push('  DATABASE_READ_URLS：只与 DATABASE_URL（主库的地址）一起设')
  const said = Object.fromEntries(values) as Config
  if (said.filesS3 && !(said.s3Endpoint && said.s3AccessKey && said.s3Secret))
    errors.push('  FILES_S3：还须有 S3_ENDPOINT、S3_ACCESS_KEY、S3_SECRET')
  if (errors.length > 0) throw new ConfigError(`设置有误，请改正后重新启动：\n${errors.join('\n')}`)
  return Object.freeze(said)
}

/** Gives the settings with which one command works past a pooler: it is alone, long, or changes the whole store. */
export const pastPooler = (config: Config): Config => ({
  ...config,
  databaseUrl: config.databaseDirectUrl ?? config.databaseUrl,
  databaseDirectUrl: null,
})

/** The text of `npm start -- --help`. */
export function helpText(): string {
  const lines = Object.values<Setting<unknown>>(settings).map(
    (declared) =>
      `  ${declared.env}\n      ${declared.meaning}\n      允许：${declared.allowed}\n      默认：${declared.fallbackText ?? String(declared.fallback)}`,
  )
  return `用法：npm start [-- --help | --doctor | --rotate-key | --audit | --backup --to <目录> | --restore --from <目录> [--list | --check | --at <时刻>] | --archive --to <文件.zip> | --unarchive --from <文件.zip> [--as-it-was]]\n\n设置通过环境变量给出，例如：PORT=9000 npm start\n\n${lines.join('\n')}\n`
}

function fallbackOf(declared: Setting<unknown>, isRoot: boolean): unknown {
  return typeof declared.fallback === 'function' ? declared.fallback(isRoot) : declared.fallback
}
