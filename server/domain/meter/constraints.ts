export default {
  meter_goes_up: '读数不能倒走，换过表请填旧表止码与新表起码',
}
