/** 1,234 */
export const formatNumber = (value: number, language: string): string => value.toLocaleString(language);
