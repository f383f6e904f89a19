export default {
  template_name_key: '已有这个名称的模板',
  template_default: '默认模板刚被他人改过，请刷新后重试',
  template_version_append_only: '模板版本不能改动',
}
