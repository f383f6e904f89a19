/** The ways by which something leaves; each has one `defineOutbound` (server/domain/outbox/outbounds.ts). */
export const channels = { 1: '电子邮件', 2: '推送接口', 3: '签署服务', 4: '开票接口' } as const

/** A way out, by its code. */
export type Channel = keyof typeof channels

/** An address of a mailbox: plain enough that every mail server takes it, and that no header can be broken by it. */
export const MAILBOX = '^[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+$'
