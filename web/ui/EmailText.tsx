/** What is longer breaks wherever it must. */
const longestName = 24;
const longestServer = 18;

const whole = { whiteSpace: 'nowrap' } as const;

/** What a table that scrolls sideways makes room for. */
const longestLine = 32;

type Props = {
  email: string;
  /** Whether one of usual length is not broken at all, and a longer one only before its server. */
  isOnOneLine?: boolean;
};

/** Where it has no room it breaks before its server, and a long one before what it ends in. */
export function EmailText({ email, isOnOneLine = false }: Props) {
  if (isOnOneLine && email.length <= longestLine) return <span style={whole}>{email}</span>;
  const at = email.lastIndexOf('@');
  const server = email.slice(at);
  const end = Math.max(0, server.lastIndexOf('.'));
  return (
    <>
      <span style={at <= (isOnOneLine ? longestLine : longestName) ? whole : undefined}>{email.slice(0, at)}</span>
      <wbr />
      {server.length <= (isOnOneLine ? longestLine : longestServer) ? (
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
