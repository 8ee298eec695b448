/** Where browsers keep the token of the account that is signed in, in local storage (`spec: access §9`). */
export const accessTokenKey = 'accessToken';
