import { NumberInput } from '@mantine/core';
import { type Editor, useEditorState } from '@tiptap/react';

/** Inside of an ordered list: the number that it begins with. */
export function ListStart({ editor }: { editor: Editor }) {
  const start = useEditorState({
    editor,
    selector: ({ editor: now }) => (now.isActive('orderedList') ? Number(now.getAttributes('orderedList')['start'] ?? 1) : null),
  });
  if (start === null) return null;
  return (
    <NumberInput
      size="xs"
      w="4.5rem"
      aria-label="First number in the list"
      min={0}
      max={1_000_000}
      allowDecimal={false}
      value={start}
      onChange={(value) => typeof value === 'number' && editor.commands.updateAttributes('orderedList', { start: value })}
    />
  );
}
