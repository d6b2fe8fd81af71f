/** Assistants get Korean texts, because a request of a program does not say which language the member chose. */
export const KOREAN = { locale: 'ko' } as const;
