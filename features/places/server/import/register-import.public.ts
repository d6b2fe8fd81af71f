export { checkRegister } from './check-register.ts';
export { importIntoIndex, ImportRunning } from './import-into-index.ts';
export { decodeRegister, encodingOf } from './register-text.ts';
