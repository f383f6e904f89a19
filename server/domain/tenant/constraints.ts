export default {
  lessee_card_key: '该身份证号已登记为租客',
}
