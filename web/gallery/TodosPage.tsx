import { ActionIcon, Button, Checkbox, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import * as z from 'zod/mini';
import { stored } from '#web/browser/stored.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { EmptyState } from '#web/ui/States.tsx';

const views = ['All', 'Open', 'Done'] as const;

/** An example of a list that exists only in this browser, with filters and undo. */
export function TodosPage() {
  const todos = todoStore.useValue() ?? [];
  const setTodos = (next: Todo[]) => todoStore.write(next);
  const [view, setView] = useState<(typeof views)[number]>('All');
  const [deleted, setDeleted] = useState<{ todo: Todo; at: number } | null>(null);
  const visible = visibleTodos(todos, view);
  const remove = (todo: Todo) => {
    setDeleted({ todo, at: todos.indexOf(todo) });
    setTodos(todos.filter((one) => one !== todo));
  };
  const undo = () => {
    if (deleted) setTodos(restoreTodo(todos, deleted.todo, deleted.at));
    setDeleted(null);
  };
  return (
    <>
      <PageHeader title="To-dos" description="Saved in this browser. You can undo a deletion." />
      <Section
        title={`To do: ${todos.filter((todo) => !todo.isDone).length}`}
        actions={<SegmentedControl aria-label="Show" data={[...views]} value={view} onChange={(value) => setView(value)} />}
      >
        <Stack gap="md">
          <NewTodo onAdd={(text) => setTodos(addTodo(todos, text))} />
          {visible.length === 0 ? (
            <EmptyState order={3} title={todos.length ? `Nothing in “${view}”` : 'Nothing to do'}>
              Add something to remember.
            </EmptyState>
          ) : (
            <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
              {visible.map((todo) => (
                <Group key={todo.id} component="li" justify="space-between" wrap="nowrap">
                  <Checkbox
                    label={todo.text}
                    checked={todo.isDone}
                    onChange={() => setTodos(todos.map((one) => (one === todo ? { ...todo, isDone: !todo.isDone } : one)))}
                  />
                  <ActionIcon variant="subtle" color="red" aria-label={`Delete “${todo.text}”`} onClick={() => remove(todo)}>
                    <IconTrash size={18} aria-hidden />
                  </ActionIcon>
                </Group>
              ))}
            </Stack>
          )}
          {deleted ? (
            <Group component="output" gap="sm">
              <Text size="sm" c="dimmed">
                “{deleted.todo.text}” is deleted.
              </Text>
              <Button size="xs" variant="default" onClick={undo}>
                Undo
              </Button>
            </Group>
          ) : null}
        </Stack>
      </Section>
    </>
  );
}

function NewTodo({ onAdd }: { onAdd: (text: string) => void }) {
  const [text, setText] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim()) return;
    onAdd(text.trim());
    setText('');
  };
  return (
    <form onSubmit={add}>
      <Group align="flex-end">
        <TextInput
          label="New to-do"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          maxLength={100}
          flex={1}
          miw="12rem"
          autoComplete="off"
        />
        <Button type="submit" color="orange" disabled={!text.trim()}>
          Add
        </Button>
      </Group>
    </form>
  );
}

const todoSchema = z.object({ id: z.number(), text: z.string(), isDone: z.boolean() });
type Todo = z.infer<typeof todoSchema>;
const todoStore = stored('galleryTodos', z.array(todoSchema));

/** Adds a to-do at the top of the list. */
export function addTodo(todos: readonly Todo[], text: string): Todo[] {
  const id = todos.reduce((max, todo) => Math.max(max, todo.id), 0) + 1;
  return [{ id, text, isDone: false }, ...todos];
}

/** Restores a deleted to-do at its previous position. */
export function restoreTodo(todos: readonly Todo[], todo: Todo, at: number): Todo[] {
  return [...todos.slice(0, at), todo, ...todos.slice(at)];
}

export function visibleTodos(todos: readonly Todo[], view: 'All' | 'Open' | 'Done'): Todo[] {
  return todos.filter(({ isDone }) => view === 'All' || isDone === (view === 'Done'));
}
