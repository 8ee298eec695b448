import { Badge, Group, Text } from '@mantine/core';
import { splitAtMentions } from './mention-words.ts';
import type { Colleague } from './queries.ts';

type Props = { text: string; detail: Record<string, unknown>; colleagues: readonly Colleague[] };

/** The text of a timeline entry. The colleagues that a note mentions are shown as badges. */
export function NoteText({ text, detail, colleagues }: Props) {
  const ids = Array.isArray(detail['mentions']) ? detail['mentions'] : [];
  const names = colleagues.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  const parts = splitAtMentions(text, names);
  const otherNames = names.filter((name) => !parts.some((part) => part.isMention && part.text === `@${name}`));
  return (
    <>
      <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {parts.map((part, index) => (part.isMention ? <Mention key={index} name={part.text} /> : part.text))}
      </Text>
      {otherNames.length > 0 ? (
        <Group gap={4}>
          {otherNames.map((name) => (
            <Mention key={name} name={`@${name}`} />
          ))}
        </Group>
      ) : null}
    </>
  );
}

const Mention = ({ name }: { name: string }) => (
  <Badge component="span" variant="light" tt="none" fw={600}>
    {name}
  </Badge>
);
