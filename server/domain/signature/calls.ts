import { CallError } from '../../../src/core/errors.ts'
import { resourceNamed } from '../../../src/declared/declared.ts'
import { signatureForm } from '../../../src/schemas/signature/signature.ts'
import { type Context, defineCall } from '../../calls/defineCall.ts'
import { useFiles } from '../../files/useFiles.ts'
import { belongingOf } from '../../store/writing/belonging.ts'
import { insertRow } from '../../store/writing/write.ts'

/** A company's seal is of no project, so only who sees all projects has to do with it. */
const add = defineCall(
  { path: '/api/FddUser/add_signature', label: signatureForm.title, group: '签章', can: 'self', writes: true, params: signatureForm },
  async ({ tx, session }: Context, params) => {
    if (params.holder === 1 && session.scope) throw new CallError(403, '企业的印章由负责全部项目的账号管理')
    const signature = resourceNamed('signature')
    await useFiles({ tx, session }, signature, params, signatureForm)
    const belonging = await belongingOf(tx, signature, params, session.scope, resourceNamed)
    return { signature_id: await insertRow(tx, signature, { ...params, ...belonging }, session.userId) }
  },
)

export default [add]
