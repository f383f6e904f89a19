import { defineForm } from '../../core/form.ts'
import { keysForm, renewForm } from '../contract/contract.ts'
import { fen } from '../contract/terms.ts'

/** 交钥匙: the keys of all rooms that have none handed over yet, at once; a single room's are handed over on its contract. */
export const leaseKeysForm = defineForm({
  ...keysForm,
  title: '整租交钥匙',
  description: '登记各房间的钥匙已交给企业；已单独交过钥匙的房间不变。',
})

/** 续签: all rooms that are not given back, on from the day after; it is signed like any other whole lease. */
export const renewLeaseForm = defineForm({
  title: '整租续签',
  description:
    '新整租从原整租期满的次日开始，没有退租的房间各有一份新合同，押金转入，条款照旧；入住名单随房间转入，重新核对。签订前原整租照常履行。',
  type: 'object',
  properties: {
    months: renewForm.properties.months,
    each: { ...fen('每间月租金', 1), description: '不填即各房间照旧' },
    note: renewForm.properties.note,
  },
  'x-preview': { call: '/api/lease/renewal', shows: '续签后', of: ['months'], also: ['each'] },
  required: ['months'],
  additionalProperties: false,
})
