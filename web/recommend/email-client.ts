/** How long the page waits for an e-mail client to take the focus from it (`spec: access §4 Invite, §9`). */
export const patienceMs = 1500;

type Mail = { to: string; subject: string; text: string };

/** A `mailto:` address by RFC 6068: line ends are CRLF, and nothing of the text can become a field of its own. */
export function mailtoOf({ to, subject, text }: Mail): string {
  const fields = { subject, body: text.replace(/\r?\n/g, '\r\n') };
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `mailto:${encodeURIComponent(to).replace('%40', '@')}?${query.join('&')}`;
}

/**
 * Opens the person's e-mail client with a mail to be sent. A browser does not say whether there is one; but one that opens
 * takes the focus, or hides the page. False when neither has happened after {@link patienceMs}.
 */
export async function openEmailClient(mail: Mail): Promise<boolean> {
  let hasOpened = false;
  const seen = () => {
    hasOpened = true;
  };
  window.addEventListener('blur', seen);
  document.addEventListener('visibilitychange', seen);
  const link = document.createElement('a');
  link.href = mailtoOf(mail);
  document.body.append(link);
  link.click();
  link.remove();
  await new Promise((resolve) => setTimeout(resolve, patienceMs));
  window.removeEventListener('blur', seen);
  document.removeEventListener('visibilitychange', seen);
  return hasOpened;
}
