import { expect, test } from 'vitest';
import { addTodo, restoreTodo, visibleTodos } from './TodosPage.tsx';

const two = addTodo(addTodo([], 'Call dispatch'), 'Renew the medical card');

test('a new todo is first and has its own id', () => {
  expect(two.map(({ id, text }) => [id, text])).toEqual([
    [2, 'Renew the medical card'],
    [1, 'Call dispatch'],
  ]);
});

test('a deleted one goes back to its place', () => {
  const [first, second] = two;
  expect(restoreTodo([second!], first!, 0)).toEqual(two);
  expect(restoreTodo([first!], second!, 1)).toEqual(two);
});

test('the views part what is done from what is open', () => {
  const [first, second] = two;
  const mixed = [{ ...first!, isDone: true }, second!];
  expect(visibleTodos(mixed, 'Open')).toEqual([second]);
  expect(visibleTodos(mixed, 'Done')).toEqual([mixed[0]]);
  expect(visibleTodos(mixed, 'All')).toEqual(mixed);
});
