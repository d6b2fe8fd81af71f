import type { Company } from '#features/site/site.contract.ts';
import type { Settings } from '#server/config.ts';

export const companyOf = (settings: Settings): Company => ({
  name: settings.COMPANY_NAME,
  representative: settings.COMPANY_REPRESENTATIVE,
  businessNumber: settings.COMPANY_BUSINESS_NUMBER,
  mailOrderNumber: settings.COMPANY_MAIL_ORDER_NUMBER,
  address: settings.COMPANY_ADDRESS,
  email: settings.COMPANY_EMAIL,
  phone: settings.COMPANY_PHONE,
  hosting: settings.COMPANY_HOSTING,
  registerUrl: `https://www.ftc.go.kr/bizCommPop.do?wrkr_no=${settings.COMPANY_BUSINESS_NUMBER.replace(/\D/g, '')}`,
});
