import { rest, type Route } from '#server/rest/table.ts';

/** `rest: News, ads, albums`: channels, who subscribes to them, and their posts. Drivers read those of their channels. */
export const newsRoutes: readonly Route[] = [
  rest('POST', '/news/channels/search', 'news.channels'),
  rest('GET', '/news/channels', 'news.channels', { driverProcedure: 'memberNews.subscribed' }),
  rest('POST', '/news/channels', 'news.createChannel', { status: 201 }),
  rest('GET', '/news/channels/:id', 'news.channel', { driverProcedure: 'memberNews.channel' }),
  rest('PATCH', '/news/channels/:id', 'news.updateChannel'),
  rest('DELETE', '/news/channels/:id', 'news.deleteChannel'),
  rest('POST', '/news/channels/:id/join', 'memberNews.join', { tag: 'news' }),
  rest('POST', '/news/channels/:id/leave', 'memberNews.leave', { tag: 'news' }),
  rest('POST', '/news/channels/:id/posts/search', 'news.posts', { params: { id: 'channelId' } }),
  rest('GET', '/news/channels/:id/posts', 'news.posts', {
    params: { id: 'channelId' },
    driverProcedure: 'memberNews.channelPosts',
  }),
  rest('POST', '/news/channels/:id/posts', 'news.createPost', { status: 201, params: { id: 'channelId' } }),
  rest('POST', '/news/channels/:id/upload-image', 'news.uploadImage', { upload: 'image', params: { id: 'channelId' } }),
  rest('GET', '/news/posts/:id', 'news.post', { driverProcedure: 'memberNews.open' }),
  rest('PATCH', '/news/posts/:id', 'news.updatePost', { params: { id: 'postId' } }),
  rest('PATCH', '/news/channels/posts/:id', 'news.updatePost', { params: { id: 'postId' }, deprecated: true }),
  rest('DELETE', '/news/posts/:id', 'news.deletePost'),
];
