declare module "virtual:strings/*" {
  const words: Record<string, string>;
  export default words;
}
declare module "virtual:rules/*" {
  const rules: Record<string, [number: string, text: string][]>;
  export default rules;
}
