export default {
  signature_default_company: '默认签章刚被他人改过，请刷新后重试',
  signature_default_tenant: '默认签章刚被他人改过，请刷新后重试',
}
