export default { certificate_stays: '缴纳证明不能修改或删除' }
