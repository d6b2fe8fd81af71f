/** 착한가격업소, 모범음식점, 관광식당 and 백년가게. */
export const OFFICIAL_LISTS = ['good_price', 'excellent', 'tourist', 'century'] as const;
