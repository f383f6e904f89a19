import { defineForm, type Field } from '../../core/form.ts'

/** Where backups go. */
export const backupPlaces = { 1: '不备份', 2: '目录', 3: 'S3 对象存储' } as const

/** So many copies stay where nobody has said otherwise. */
export const KEPT = 7

const time = <const T extends string, const D extends string>(title: T, fallback: D) =>
  ({
    type: 'string',
    title,
    'x-when': { place: [2, 3] },
    pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
    maxLength: 5,
    default: fallback,
    description: '24 小时制，如 03:40',
    'x-msg': { pattern: `${title}请写成 03:40 这样的时刻` },
  }) as const satisfies Field

/** 数据安全: where the store is backed up to, when, and how many copies stay. What the operator has set in the environment stands before it. */
export const safetyForm = defineForm({
  title: '数据安全',
  type: 'object',
  properties: {
    place: {
      type: 'integer',
      title: '备份到哪里',
      'x-is': 'radio',
      'x-wide': true,
      oneOf: [
        { const: 1, title: backupPlaces[1] },
        { const: 2, title: backupPlaces[2] },
        { const: 3, title: backupPlaces[3] },
      ],
      default: 1,
      description: '目录最好在另一块磁盘或网络盘上；送到 S3 的先压缩、加密。运维设了 BACKUP_DIR 的，以它为准',
    },
    folder: {
      type: 'string',
      title: '目录',
      'x-when': { place: 2 },
      'x-wide': true,
      maxLength: 300,
      pattern: '^(/|[A-Za-z]:[\\\\/]).+$',
      description: '服务器上的完整路径，不能在 DATA_DIR 里；空的，或以前的备份目录',
      'x-msg': { pattern: '目录请写完整路径，如 /mnt/backup/anju' },
    },
    endpoint: {
      type: 'string',
      title: 'S3 地址',
      'x-when': { place: 3 },
      'x-wide': true,
      maxLength: 300,
      pattern: '^https?://[^\\s/?#@]+/?$',
      description: '不带存储桶，如 https://oss-cn-shanghai.aliyuncs.com；内网的须由运维写进 OUTBOUND_HOSTS',
      'x-msg': { pattern: 'S3 地址以 https:// 开头，只写到主机名' },
    },
    region: {
      type: 'string',
      title: '区域',
      'x-when': { place: 3 },
      maxLength: 60,
      pattern: '^[A-Za-z0-9-]+$',
      default: 'auto',
      'x-msg': { pattern: '区域只能用字母、数字、-' },
    },
    bucket: {
      type: 'string',
      title: '存储桶',
      'x-when': { place: 3 },
      maxLength: 63,
      pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
      'x-msg': { pattern: '存储桶是 3–63 位小写字母、数字、. 与 -' },
    },
    prefix: {
      type: 'string',
      title: '前缀',
      'x-when': { place: 3 },
      maxLength: 200,
      pattern: '^[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$',
      description: '不填就放在存储桶的最上层；每个数据库须有自己的',
      'x-msg': { pattern: '前缀用字母、数字、. _ -，以 / 分层，首尾不要 /，每层不以 . 开头' },
    },
    access_key: { type: 'string', title: '访问密钥 ID', 'x-when': { place: 3 }, maxLength: 200, pattern: '^\\S+$' },
    secret: { type: 'string', title: '访问密钥', 'x-is': 'secret', 'x-when': { place: 3 }, maxLength: 200 },
    passphrase: {
      type: 'string',
      title: '备份口令',
      'x-is': 'secret',
      'x-when': { place: [2, 3] },
      minLength: 12,
      maxLength: 200,
      description: '封存备份里的密钥，送到 S3 的全部用它加密；恢复时要它，这里取不出来：请写在恢复单上，与备份分开保管',
      'x-msg': { minLength: '备份口令至少 12 位' },
    },
    backup_at: time('每天备份', '03:40'),
    drill_at: time('每天演练', '04:20'),
    keep: { type: 'integer', title: '保留', 'x-when': { place: [2, 3] }, 'x-unit': '份', minimum: 1, maximum: 365, default: KEPT },
  },
  required: ['place', 'folder', 'endpoint', 'region', 'bucket', 'access_key', 'secret', 'backup_at', 'drill_at', 'keep'],
  additionalProperties: false,
})
