import { isIP } from 'node:net'
import { createTransport } from 'nodemailer'
import type { FormValue } from '../../../src/core/form.ts'
import outboxSetting from '../../../src/resources/settings/outbox.ts'
import { NotAllowed } from '../../outbound/ask.ts'
import { reach } from '../../outbound/reach.ts'
import { type Leaving, type OutboundGround, Unsent } from '../../outbox/defineOutbound.ts'
import { readSecrets, readSetting } from '../setting/index.ts'

type Values = FormValue<typeof outboxSetting.form>

/** Longer than a mail server takes, shorter than the time after which another node may try. */
const PATIENCE_MS = 10_000

/** A transport of one message, by what the setting says. Throws NotAllowed for a server that may not be reached so. */
const transportOf = async ({ db, config }: OutboundGround, { mail_host = '', mail_port = 465, mail_tls, mail_user }: Values) => {
  const { address, isOwn } = await reach(config, mail_host, mail_port)
  if (mail_tls === 3 && !isOwn) throw new NotAllowed('邮件服务器须加密；不加密的须由运维写进 OUTBOUND_HOSTS')
  const { mail_password = '' } = await readSecrets(db, outboxSetting, config)
  return createTransport({
    host: address,
    port: mail_port,
    secure: mail_tls === 1,
    requireTLS: mail_tls === 2,
    ignoreTLS: mail_tls === 3,
    ...(mail_user ? { auth: { user: mail_user, pass: mail_password } } : {}),
    // The certificate is the host's, though its address is connected to.
    ...(isIP(mail_host) ? {} : { tls: { servername: mail_host } }),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** A failure as nodemailer tells of it; of what the server said only the code is shown. */
type Failure = { code?: unknown; responseCode?: unknown }

/** Gives why a mail did not go, in words. */
const unsentBy = (error: unknown): Unsent => {
  if (error instanceof Unsent) return error
  if (error instanceof NotAllowed) return new Unsent(error.message, 'closed')
  const { code, responseCode } = error as Failure
  if (code === 'EAUTH') return new Unsent('邮件服务器不认登录名或密码', 'closed')
  const number = typeof responseCode === 'number' ? responseCode : 0
  if (code === 'EENVELOPE' && number >= 500) return new Unsent(`邮件服务器不收这个地址的邮件，代码 ${number}`, 'never')
  if (number > 0) return new Unsent(`邮件服务器没有接受，代码 ${number}`, 'later')
  return new Unsent('连不上邮件服务器，请检查地址、端口、加密与网络', 'closed')
}

/** Sends an e-mail by the server that is set; its key is the Message-ID. Gives the address. Throws Unsent. */
export const sendMail = async (ground: OutboundGround, { key, receiver, subject, content }: Leaving): Promise<string> => {
  const values = await readSetting(ground.db, outboxSetting)
  const from = values.mail_from ?? ''
  const to = receiver ?? ''
  try {
    const transport = await transportOf(ground, values)
    await transport.sendMail({ from, to, subject, text: content, messageId: `<${key}@${from.split('@')[1]}>` })
    return to
  } catch (error) {
    throw unsentBy(error)
  }
}
