import { minuteOf } from '../../../src/protocol/dates.ts'
import contract from '../../../src/resources/contract/contract.ts'
import { defineEffects } from '../../calls/defineEffects.ts'
import { inviteAtCounter, inviteBySms } from './invite.ts'

/** How a tenant is asked to sign on a phone of his own. The contract stays as it is until he does. */
export default defineEffects(contract, {
  sendSms: {
    after: async (acting, [row]) => {
      const { expires_at } = await inviteBySms(acting, row)
      return { contract_id: row.contract_id, said: `短信签已发出，${minuteOf(expires_at)} 前有效` }
    },
  },
  qrSign: {
    after: async (acting, [row]) => {
      const { link, expires_at } = await inviteAtCounter(acting, row)
      const said = '请租客用手机扫码'
      return {
        contract_id: row.contract_id,
        qr: { link, title: '租客扫码签署', said: `合同 ${row.sn}，${minuteOf(expires_at)} 前有效；签完请关闭这个窗口` },
        said,
      }
    },
  },
})
