declare module "virtual:strings/*" {
  const words: Record<string, string>;
  export default words;
}
