type Line<Answer> = { running: Promise<Answer>; next: Promise<Answer> | null };
type SharedReads<Answer> = (question: string, read: () => Promise<Answer>) => Promise<Answer>;

/**
 * Of the same question one read runs at a time; all who ask while it does wait for the next one and share that. It begins after
 * they asked, so nobody gets an answer that is older than the question, and nothing is kept.
 */
export function createSharedReads<Answer>(): SharedReads<Answer> {
  const lines = new Map<string, Line<Answer>>();
  const start = (question: string, read: () => Promise<Answer>): Promise<Answer> => {
    const line: Line<Answer> = { running: read(), next: null };
    lines.set(question, line);
    const end = () => {
      if (!line.next) lines.delete(question);
    };
    line.running.then(end, end);
    return line.running;
  };
  return (question, read) => {
    const line = lines.get(question);
    if (!line) return start(question, read);
    const begin = () => start(question, read);
    line.next ??= line.running.then(begin, begin);
    return line.next;
  };
}
