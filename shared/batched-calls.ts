/** The number of calls that the web app may send in one HTTP request. The server refuses a request with more. */
export const maxBatchedCalls = 20;
