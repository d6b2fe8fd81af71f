import { m } from '#messages';
import type { Company } from '#features/site/site.contract.ts';

export type CompanyDetailsShown = Omit<Company, 'registerUrl'>;

/** Returns the details of the company. The law requires these details in this order (전자상거래법 10조, 13조). */
export const companyFacts = (
  company: CompanyDetailsShown,
): { of: keyof CompanyDetailsShown; name: string; value: string }[] => [
  { of: 'name', name: m.site_company_name(), value: company.name },
  { of: 'representative', name: m.site_company_representative(), value: company.representative },
  { of: 'businessNumber', name: m.site_company_business_number(), value: company.businessNumber },
  { of: 'mailOrderNumber', name: m.site_company_mail_order_number(), value: company.mailOrderNumber },
  { of: 'address', name: m.site_company_address(), value: company.address },
  { of: 'email', name: m.site_company_email(), value: company.email },
  { of: 'phone', name: m.site_company_phone(), value: company.phone },
  { of: 'hosting', name: m.site_company_hosting(), value: company.hosting },
];
