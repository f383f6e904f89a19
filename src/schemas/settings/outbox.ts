import { defineForm, type Field } from '../../core/form.ts'
import { MAILBOX } from '../outbox/outbox.ts'

/** Who carries what leaves by a way. */
const carrier = (title: string, real: string, description: string, section: string) =>
  ({
    type: 'integer',
    title,
    description,
    'x-is': 'radio',
    'x-wide': true,
    'x-section': section,
    oneOf: [
      { const: 1, title: '发件箱' },
      { const: 2, title: real },
    ],
    default: 1,
  }) as const satisfies Field

/** How many may leave in a minute: what the other side allows. */
const limit = <const N extends string>(when: N) =>
  ({
    type: 'integer',
    title: '每分钟至多',
    'x-unit': '条',
    'x-when': { [when]: 2 } as Readonly<Record<N, number>>,
    minimum: 1,
    maximum: 6000,
    default: 60,
  }) as const satisfies Field

/** 外发设置: whether e-mail and pushes go out by themselves, and by what. Out of the box staff tell what 发件箱 has. */
export const outboxForm = defineForm({
  title: '外发设置',
  type: 'object',
  properties: {
    mail_by: carrier(
      '电子邮件由谁发',
      '邮件服务器',
      '发件箱：不向外发送，员工读后自行告知并标记；邮件服务器：自动发送，保存后请点“试发”',
      '电子邮件',
    ),
    mail_host: {
      type: 'string',
      title: '服务器地址',
      'x-when': { mail_by: 2 },
      maxLength: 200,
      pattern: '^[A-Za-z0-9.-]+$',
      'x-msg': { pattern: '服务器地址只写主机名，如 smtp.example.com' },
    },
    mail_port: { type: 'integer', title: '端口', 'x-when': { mail_by: 2 }, minimum: 1, maximum: 65_535, default: 465 },
    mail_tls: {
      type: 'integer',
      title: '加密',
      'x-is': 'radio',
      'x-wide': true,
      'x-when': { mail_by: 2 },
      oneOf: [
        { const: 1, title: 'TLS（465）' },
        { const: 2, title: 'STARTTLS（587）' },
        { const: 3, title: '不加密' },
      ],
      default: 1,
      description: '不加密只用于运维写进 OUTBOUND_HOSTS 的内网服务器',
    },
    mail_from: {
      type: 'string',
      title: '发件地址',
      'x-when': { mail_by: 2 },
      maxLength: 100,
      pattern: MAILBOX,
      description: '试发的邮件也发到这个地址',
      'x-msg': { pattern: '发件地址须是电子邮箱，如 notice@example.com' },
    },
    mail_user: { type: 'string', title: '登录名', 'x-when': { mail_by: 2 }, maxLength: 100, description: '服务器不要求登录的留空' },
    mail_password: { type: 'string', title: '密码或授权码', 'x-is': 'secret', 'x-when': { mail_by: 2 }, maxLength: 200 },
    mail_limit: limit('mail_by'),
    push_by: carrier('推送由谁发', '推送接口', '推送接口：以 standard-webhooks 签名 POST 到下面的地址，保存后请点“试发”', '推送接口'),
    push_url: {
      type: 'string',
      title: '接口地址',
      'x-when': { push_by: 2 },
      'x-wide': true,
      maxLength: 500,
      pattern: '^https?://[^\\s/?#@]+(/[^\\s#]*)?$',
      'x-msg': { pattern: '接口地址须以 http:// 或 https:// 开头' },
    },
    push_secret: {
      type: 'string',
      title: '签名密钥',
      'x-is': 'secret',
      'x-when': { push_by: 2 },
      maxLength: 200,
      pattern: '^whsec_[A-Za-z0-9+/]{32,}={0,2}$',
      description: 'whsec_ 加上至少 24 字节的 base64，由接收方给出',
      'x-msg': { pattern: '签名密钥须是 whsec_ 加上 base64 的密钥（至少 24 字节）' },
    },
    push_limit: limit('push_by'),
    keep_days: {
      type: 'integer',
      title: '保留',
      description: '已发、失败、已告知的过这么多天清理，每天一次；待发与待告知的不清理。0 是一直保留',
      'x-section': '发件箱',
      'x-unit': '天',
      minimum: 0,
      maximum: 3650,
      default: 0,
    },
  },
  required: [
    'mail_by',
    'mail_host',
    'mail_port',
    'mail_tls',
    'mail_from',
    'mail_limit',
    'push_by',
    'push_url',
    'push_secret',
    'push_limit',
    'keep_days',
  ],
  additionalProperties: false,
})
