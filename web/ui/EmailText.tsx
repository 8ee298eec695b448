/** A name that is longer breaks wherever it must. */
const longestWhole = 24;

/** Where it has no room it breaks before its server. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <>
      <span style={at <= longestWhole ? { whiteSpace: 'nowrap' } : undefined}>{email.slice(0, at)}</span>
      <wbr />
      {email.slice(at)}
    </>
  );
}
