export default {
  broker_phone_key: '该手机号已登记',
}
