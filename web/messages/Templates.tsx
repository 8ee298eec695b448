import { ActionIcon, Button, Group, Menu, Modal, TextInput } from '@mantine/core';
import { IconChevronDown, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { templateVariables } from '#shared/messages/message.ts';
import { errorText } from '#web/api/errors.ts';
import { t, writeText } from '#web/texts/app.ts';
import { toast } from '#web/ui/toast.ts';
import { templatesQuery, useDeleteTemplate, useSaveTemplate } from './queries.ts';

type Props = {
  companyId: string | undefined;
  body: string;
  onChoose: (body: string) => void;
  /** Offers the variables too, for a text that is sent to several people. */
  hasVariables?: boolean;
};

/** Inserts a template or a variable, saves the written text as a template, and deletes templates. */
export function TemplateMenu({ companyId, body, onChoose, hasVariables = false }: Props) {
  const { data: templates = [] } = useQuery(templatesQuery(companyId));
  const [isNaming, setIsNaming] = useState(false);
  const remove = useDeleteTemplate();
  return (
    <>
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <Button variant="default" size="xs" rightSection={<IconChevronDown size={14} aria-hidden />}>
            {t('messages.templates')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {templates.length > 0 ? <Menu.Label>{t('messages.chooseTemplate')}</Menu.Label> : null}
          {templates.map(({ id, name, body }) => (
            <Group key={id} gap={4} wrap="nowrap">
              <Menu.Item flex={1} onClick={() => onChoose(body)}>
                {name}
              </Menu.Item>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('messages.deleteTemplate', { name })}
                onClick={() => remove.mutate({ id }, { onSuccess: () => toast.success(t('messages.templateDeleted')) })}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
          {hasVariables ? (
            <>
              <Menu.Label>{t('messages.insertVariable')}</Menu.Label>
              {templateVariables.map(({ code, label }) => (
                <Menu.Item key={code} onClick={() => onChoose(`${body}{{${code}}}`)}>
                  {writeText(label)}
                </Menu.Item>
              ))}
            </>
          ) : null}
          <Menu.Divider />
          <Menu.Item disabled={!body.trim()} onClick={() => setIsNaming(true)}>
            {t('messages.saveAsTemplate')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isNaming ? <NameTemplateDialog companyId={companyId} body={body} onClose={() => setIsNaming(false)} /> : null}
    </>
  );
}

function NameTemplateDialog({ companyId, body, onClose }: { companyId: string | undefined; body: string; onClose: () => void }) {
  const [name, setName] = useState('');
  const save = useSaveTemplate();
  const submit = () =>
    save.mutate(
      { companyId, name, body },
      {
        onSuccess: () => {
          toast.success(t('messages.templateSaved'));
          onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={t('messages.saveAsTemplate')} closeButtonProps={{ 'aria-label': t('ui.close') }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim()) submit();
        }}
      >
        <TextInput
          label={t('messages.templateName')}
          data-autofocus
          maxLength={60}
          value={name}
          error={save.error ? errorText(save.error) : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" color="orange" loading={save.isPending} disabled={!name.trim()}>
            {t('common.save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
