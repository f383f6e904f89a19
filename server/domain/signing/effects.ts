import { minuteOf } from '../../../src/protocol/dates.ts'
import contract from '../../../src/resources/contract/contract.ts'
import lease from '../../../src/resources/lease/lease.ts'
import { type Acting, defineEffects } from '../../calls/defineEffects.ts'
import { contractSignable, type Signable } from '../contract/index.ts'
import { leaseSignable } from '../lease/index.ts'
import { inviteAtCounter, inviteBySms } from './invite.ts'

interface Asked {
  key: number
  title: string
  p_id: number | null
}

const bySms = async (acting: Acting, signable: Signable, held: Asked): Promise<{ said: string }> => {
  const { expires_at } = await inviteBySms(acting, signable, held)
  return { said: `短信签已发出，${minuteOf(expires_at)} 前有效` }
}

const atCounter = async (acting: Acting, signable: Signable, held: Asked): Promise<{ qr: object; said: string }> => {
  const { link, expires_at } = await inviteAtCounter(acting, signable, held)
  const said = `合同 ${held.title}，${minuteOf(expires_at)} 前有效；签完请关闭这个窗口`
  const title = signable.isForCompany ? '签字人扫码签署' : '租客扫码签署'
  return { qr: { link, title, said }, said: signable.isForCompany ? '请签字人用手机扫码' : '请租客用手机扫码' }
}

/** How whoever is to sign is asked to, on a phone of their own. The record stays as it is until they do. */
const contracts = defineEffects(contract, {
  sendSms: {
    after: async (acting, [{ contract_id, sn, p_id }]) => ({
      contract_id,
      ...(await bySms(acting, contractSignable, { key: contract_id, title: sn, p_id })),
    }),
  },
  qrSign: {
    after: async (acting, [{ contract_id, sn, p_id }]) => ({
      contract_id,
      ...(await atCounter(acting, contractSignable, { key: contract_id, title: sn, p_id })),
    }),
  },
})

const leases = defineEffects(lease, {
  sendSms: {
    after: async (acting, [{ lease_id, sn, p_id }]) => ({
      lease_id,
      ...(await bySms(acting, leaseSignable, { key: lease_id, title: sn, p_id })),
    }),
  },
  qrSign: {
    after: async (acting, [{ lease_id, sn, p_id }]) => ({
      lease_id,
      ...(await atCounter(acting, leaseSignable, { key: lease_id, title: sn, p_id })),
    }),
  },
})

export default [contracts, leases]
