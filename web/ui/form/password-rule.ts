/** What a new password needs, in words for whoever chooses one (`spec: access §5`). */
export const passwordRule = '8 to 64 characters, with a number, a symbol, an upper-case and a lower-case letter';
