export type Todo = { id: number; text: string; isDone: boolean };

/** The newest stands first. */
export function addTodo(todos: readonly Todo[], text: string): Todo[] {
  const id = todos.reduce((most, todo) => Math.max(most, todo.id), 0) + 1;
  return [{ id, text, isDone: false }, ...todos];
}

/** Puts a deleted one back where it was. */
export function restoreTodo(todos: readonly Todo[], todo: Todo, at: number): Todo[] {
  return [...todos.slice(0, at), todo, ...todos.slice(at)];
}

export function visibleTodos(todos: readonly Todo[], view: 'All' | 'Open' | 'Done'): Todo[] {
  return todos.filter(({ isDone }) => view === 'All' || isDone === (view === 'Done'));
}
