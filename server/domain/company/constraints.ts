export default {
  company_name_key: '该企业已登记',
  company_code_key: '该统一社会信用代码已登记',
}
