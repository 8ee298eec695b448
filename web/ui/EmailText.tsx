/** What is longer breaks wherever it must. */
const longestName = 24;
const longestServer = 18;

const whole = { whiteSpace: 'nowrap' } as const;

/** Where it has no room it breaks before its server, and a long one before what it ends in. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  const server = email.slice(at);
  const end = Math.max(0, server.lastIndexOf('.'));
  return (
    <>
      <span style={at <= longestName ? whole : undefined}>{email.slice(0, at)}</span>
      <wbr />
      {server.length <= longestServer ? (
        <span style={whole}>{server}</span>
      ) : (
        <>
          {server.slice(0, end)}
          <wbr />
          {server.slice(end)}
        </>
      )}
    </>
  );
}
