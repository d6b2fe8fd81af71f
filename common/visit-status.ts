/** The statuses of a saved restaurant, as the API and the database name them. */
export const TO_VISIT = '방문 예정' as const;
export const VISITED = '방문 완료' as const;
export type VisitStatus = typeof TO_VISIT | typeof VISITED;
