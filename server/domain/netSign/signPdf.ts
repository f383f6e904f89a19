import { X509Certificate } from 'node:crypto'
import { makeThread } from '../../load/thread.ts'
import type { Database } from '../../store/connection/database.ts'
import type { KeyHolder } from '../../store/sealing/secretKey.ts'
import { identityInForce, nameIn } from './identity.ts'
import type { PadesTask } from './padesThread.ts'
import padesThread from './padesThread.ts?thread'

/** Reading a PDF and writing it anew takes a tenth of a second: not in the thread that answers all calls. */
const signed = makeThread<PadesTask, Uint8Array>({
  file: padesThread,
  waiting: 20,
  patience: 30,
  full: '正在签名的合同太多，请稍后再试',
  seconds: 30,
  late: '签名超过 30 秒没有完成，已停止，请稍后再试',
})

/**
 * Gives a PDF signed with the operator's certificate as PAdES (ETSI.CAdES.detached) and nothing else changed; `at` is in seconds. Throws 429 where too many are
 * being signed, 409 where the certificate that was given cannot be opened.
 */
export const signPdf = async (
  ground: KeyHolder & { db: Database },
  { pdf, reason, at }: { pdf: Uint8Array; reason: string; at: number },
): Promise<Uint8Array> => {
  const { chain, key } = await identityInForce(ground.db, ground)
  const name = nameIn(new X509Certificate(chain[0] ?? Buffer.alloc(0)).subject)
  return signed({ pdf, identity: { chain, key }, name, reason, at })
}
