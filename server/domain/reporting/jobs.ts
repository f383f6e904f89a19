import { lapseJob } from '../../calls/lapse.ts'

/** A telephone that nobody comes with any more is not known for ever. */
export const phoneTerm = { of: 'tenant_phone', move: 'lapse', past: 'keep_until' } as const

export default [
  lapseJob({
    name: 'lapse_tenant_phones',
    label: '报修手机过期',
    every: '00:25',
    lapse: phoneTerm,
    said: (total) => `${total} 个手机号很久没有用来报修，须重新验证`,
  }),
]
