import { Button, Group, NumberInput, Popover, Stack, TextInput } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { IconArrowsDiagonal, IconArrowsDiagonalMinimize2, IconPhotoEdit } from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import { type FormEvent, useState } from 'react';
import { selectedPicture, setPictureWidth, widenPicture, widthStep } from './picture-size.ts';
import { t } from '#web/texts/app.ts';

const { Control, ControlsGroup } = RichTextEditor;
const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

/** The size, title and alternative text of a selected image (`docs/product/news-and-ads.md#rich-text`). */
export function PictureControls({ editor }: { editor: Editor }) {
  const isSelected = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('image') });
  if (!isSelected) return null;
  return (
    <ControlsGroup>
      <Control
        aria-label={t('editor.makeImageSmaller')}
        title={t('editor.makeImageSmallerShift')}
        onClick={() => widenPicture(editor, -widthStep)}
      >
        <IconArrowsDiagonalMinimize2 {...icon} />
      </Control>
      <Control
        aria-label={t('editor.makeImageLarger')}
        title={t('editor.makeImageLargerShift')}
        onClick={() => widenPicture(editor, widthStep)}
      >
        <IconArrowsDiagonal {...icon} />
      </Control>
      <PictureDetails editor={editor} />
    </ControlsGroup>
  );
}

type Details = { alt: string; title: string; width: number | null; ratio: number };

function PictureDetails({ editor }: { editor: Editor }) {
  const [details, setDetails] = useState<Details | null>(null);
  const open = () => {
    const { alt, title } = editor.getAttributes('image');
    const size = selectedPicture(editor);
    setDetails({ alt: String(alt ?? ''), title: String(title ?? ''), width: size?.width ?? null, ratio: size?.ratio ?? 1 });
  };
  const change = (some: Partial<Details>) => setDetails((now) => (now ? { ...now, ...some } : now));
  const keep = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!details) return;
    editor.commands.updateAttributes('image', { alt: details.alt.trim(), title: details.title.trim() || null });
    if (details.width) setPictureWidth(editor, details.width);
    setDetails(null);
    editor.commands.focus();
  };
  return (
    <Popover opened={details !== null} onDismiss={() => setDetails(null)} trapFocus returnFocus position="bottom" shadow="md">
      <Popover.Target>
        <Control aria-label={t('editor.imageDetails')} title={t('editor.imageDetails')} onClick={open}>
          <IconPhotoEdit {...icon} />
        </Control>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('editor.imageDetails')}>
        {details ? (
          <form onSubmit={keep}>
            <Stack gap="sm" w={260}>
              <TextInput
                label={t('editor.altText')}
                description={t('editor.describesImagePeopleWhoCant')}
                maxLength={500}
                data-autofocus
                value={details.alt}
                onChange={(event) => change({ alt: event.currentTarget.value })}
              />
              <TextInput
                label={t('common.title')}
                maxLength={500}
                value={details.title}
                onChange={(event) => change({ title: event.currentTarget.value })}
              />
              <Group grow gap="sm">
                <NumberInput
                  label={t('editor.width')}
                  suffix=" px"
                  min={20}
                  max={4000}
                  allowDecimal={false}
                  value={details.width ?? ''}
                  onChange={(width) => change({ width: Number(width) || null })}
                />
                <NumberInput
                  label={t('editor.height')}
                  suffix=" px"
                  min={1}
                  max={4000}
                  allowDecimal={false}
                  value={details.width ? Math.round(details.width * details.ratio) : ''}
                  onChange={(height) => change({ width: Math.round(Number(height) / details.ratio) || null })}
                />
              </Group>
              <Button type="submit" size="xs">
                {t('common.apply')}
              </Button>
            </Stack>
          </form>
        ) : null}
      </Popover.Dropdown>
    </Popover>
  );
}
