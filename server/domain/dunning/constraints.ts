export default { demand_stays: '催缴函不能修改或删除' }
